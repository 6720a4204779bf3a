import { useApolloClient } from "@apollo/client/react";
import { useMemo, useState } from "react";
import { problemOf, type Problem } from "../../api/problems.ts";
import { usePage } from "../../api/usePage.ts";
import { queryOf, rowsOf, type Filled, type Rows, type Way } from "./ways.ts";

interface Listed {
  rows: Rows["rows"];
  isCut: boolean;
  hasMore: boolean;
  more: () => void;
  problem: Problem | null;
  isLoading: boolean;
}

const NOTHING: Rows = { rows: [], next: null, isCut: false };

/** The rows along a way, and more of them when asked. */
export function useRows(way: Way, filled: Filled, skip: boolean): Listed {
  const client = useApolloClient();
  const key = JSON.stringify(filled);
  const { document, variables } = useMemo(() => queryOf(way, JSON.parse(key) as Filled), [way, key]);
  const { data, problem, isLoading } = usePage(document, variables, { skip, isOwn: true });
  const first = useMemo(() => (data && !skip ? rowsOf(way, data) : NOTHING), [way, data, skip]);
  const [later, setLater] = useState<{ of: Rows; rows: Rows; problem: Problem | null }>({ of: NOTHING, rows: NOTHING, problem: null });
  const beyond = later.of === first ? later : { rows: { ...NOTHING, next: first.next }, problem: null };
  const more = async () => {
    try {
      const answer = await client.query({ query: document, variables: { ...variables, after: beyond.rows.next }, fetchPolicy: "no-cache" });
      const found = rowsOf(way, answer.data ?? {});
      setLater({ of: first, rows: { ...found, rows: [...beyond.rows.rows, ...found.rows] }, problem: null });
    } catch (fault) {
      setLater({ of: first, rows: beyond.rows, problem: problemOf(fault) });
    }
  };
  return {
    rows: distinct([...first.rows, ...beyond.rows.rows]),
    isCut: first.isCut || beyond.rows.isCut,
    hasMore: beyond.rows.next !== null,
    more: () => void more(),
    problem: problem ?? beyond.problem,
    isLoading: !skip && isLoading,
  };
}

/** One paper may be on several novae: it is one row. */
function distinct(rows: Rows["rows"]): Rows["rows"] {
  return [...new Map(rows.map((row) => [row["id"], row])).values()];
}
