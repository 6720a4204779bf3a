import { useState } from "react";
import { StoredItemDocument } from "../../api/generated/graphql.ts";
import { usePage } from "../../api/usePage.ts";
import { useKeys } from "../../frame/keyboard.tsx";
import { Json } from "../../parts/Json.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { Panel } from "../../parts/Panel.tsx";
import { Trouble } from "../../parts/Trouble.tsx";

/** The item as DynamoDB holds it; asked for only when somebody wants it. */
export function Raw({ id }: { id: string }) {
  const [isWanted, setWanted] = useState(false);
  const { data, problem, isLoading } = usePage(StoredItemDocument, { id }, { skip: !isWanted, isOwn: true });
  const want = () => setWanted(true);
  useKeys([{ keys: "i", does: "Show the raw item", run: want }]);
  const stored = data?.storedItem;
  return (
    <Panel title="Raw item" aside={stored && <span className="soft">table {stored.table}</span>}>
      <Trouble problem={problem} />
      {!isWanted && (
        <button onClick={want} title="Show the raw item (i)">
          Show
        </button>
      )}
      {isWanted && isLoading && <Loading rows={4} />}
      {stored && <Json value={stored.item} isOpen />}
    </Panel>
  );
}
