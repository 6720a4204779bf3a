import { useApolloClient } from "@apollo/client/react";
import { CreateDocumentDocument } from "../../api/generated/graphql.ts";
import { PAPERS, type Prepared } from "../../uploads/files.ts";
import { useUploading, type Uploading } from "../../uploads/useUploading.ts";

/** Each file becomes a document, known among the uploads by its job's id. */
export function useDocumentUpload(onAnnounced: () => void): Uploading {
  const client = useApolloClient();
  const announce = async ([one]: readonly Prepared[]) => {
    const { file, contentType, sha256 } = one!;
    const input = { fileName: file.name, byteLength: file.size, contentType, sha256 };
    const { data } = await client.mutate({ mutation: CreateDocumentDocument, variables: { input } });
    const { document, upload } = data!.createDocument;
    return [{ key: document.jobId, target: upload }];
  };
  return useUploading({ limits: PAPERS, atOnce: 1, announce, onAnnounced });
}
