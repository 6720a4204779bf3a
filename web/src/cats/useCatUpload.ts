import { useApolloClient } from "@apollo/client/react";
import { useState } from "react";
import { useLocation } from "wouter";
import { CreateCatBatchDocument } from "../api/generated/graphql.ts";
import { PICTURES, type Prepared } from "../uploads/files.ts";
import { useUploading, type Announced, type Uploading } from "../uploads/useUploading.ts";

const MAX_FILES = 20;

export interface CatUpload extends Uploading {
  /** Whether log lines are kept for what is uploaded next. */
  isDebug: boolean;
  setDebug: (isDebug: boolean) => void;
}

/** The name of a picture among the uploads of this tab. */
export function uploadKey({ batchId, fingerprint }: { batchId: string; fingerprint: string }): string {
  return `${batchId} ${fingerprint}`;
}

/** Pictures become batches of twenty; then one looks at the batch, or at all of them. */
export function useCatUpload(onMore: () => void): CatUpload {
  const client = useApolloClient();
  const [, navigate] = useLocation();
  const [isDebug, setDebug] = useState(false);
  const announce = async (files: readonly Prepared[]) => {
    const given = files.map(({ file, contentType, sha256 }) => ({ fileName: file.name, byteLength: file.size, contentType, sha256 }));
    const { data } = await client.mutate({ mutation: CreateCatBatchDocument, variables: { input: { files: given, debug: isDebug } } });
    const { batchId, uploads } = data!.createCatBatch;
    return uploads.map(({ fingerprint, url, method, headers }) => ({ key: uploadKey({ batchId, fingerprint }), target: url && method ? { url, method, headers } : null }));
  };
  const onAnnounced = (announced: readonly Announced[]) => {
    const batches = new Set(announced.map(({ key }) => key.split(" ")[0]!));
    onMore();
    navigate(batches.size === 1 ? `/cats/${[...batches][0]}` : "/cats");
  };
  return { ...useUploading({ limits: PICTURES, atOnce: MAX_FILES, announce, onAnnounced }), isDebug, setDebug };
}
