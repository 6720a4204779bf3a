import { useGraphiQL } from "@graphiql/react";
import { useMemo } from "react";
import { parsed } from "./response.js";

const MOST_SHOWN = 4;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The pictures of the images in the response, if the server draws them. */
export function Pictures({ url }) {
  const response = useGraphiQL((state) => state.tabs[state.activeTabIndex]?.response);
  const ids = useMemo(() => (url ? [...idsIn(parsed(response)?.data)] : []), [url, response]);
  if (!ids.length) return null;
  return (
    <div className="tessera-pictures">
      {ids.slice(0, MOST_SHOWN).map((id) => (
        <a key={id} href={`${url}/${id}`} target="_blank" rel="noreferrer" title={`The picture of ${id}`}>
          <img src={`${url}/${id}?plain=1`} alt="" />
          {ids.length === 1 ? "The picture of this image" : id.slice(0, 8)}
        </a>
      ))}
      {ids.length > MOST_SHOWN && <span>and {ids.length - MOST_SHOWN} more</span>}
    </div>
  );
}

function idsIn(value, found = new Set()) {
  if (value && typeof value === "object") {
    if (UUID.test(value.imageId)) found.add(value.imageId);
    for (const each of Object.values(value)) idsIn(each, found);
  }
  return found;
}
