import { useEffect, useRef } from "react";
import { DocumentEventsDocument } from "../api/generated/graphql.ts";
import { useTessera } from "../api/tessera.tsx";
import { useLive, type Live } from "../api/useLive.ts";
import { hear, heard, type News } from "./news.ts";

const LATE_MILLISECONDS = 1000;

/** Listens to what happens to one document, or to all; `onNews` follows when lists can show it. */
export function useDocumentNews(jobId: string | null, wants: (news: News) => boolean, onNews: () => void): Live {
  const { identity } = useTessera();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // What one person has heard is not shown to the next.
  useEffect(() => identity.chosen.listen(() => heard.set(new Map())), [identity]);
  return useLive(DocumentEventsDocument, { jobId }, (messages) => {
    const news = messages.flatMap(({ onDocumentEvent }) => onDocumentEvent ?? []);
    hear(news);
    if (!news.some(wants)) return;
    clearTimeout(timer.current); // the indexes that list documents follow a moment later
    timer.current = setTimeout(onNews, LATE_MILLISECONDS);
  });
}
