import "../receipt/Receipt.css";
import "./Review.css";
import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { wordsOf, type LabelRow, type Status } from "../../labels/deeds.ts";
import { seenStatus } from "../../labels/useLabelChanges.ts";
import { useLabelEdits } from "../../labels/useLabelEdits.ts";
import { Conflict } from "../../parts/Conflict.tsx";
import { Empty } from "../../parts/Empty.tsx";
import { LabelMenu } from "../../parts/LabelMenu.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { said } from "../../parts/words.ts";
import { Candidate } from "./Candidate.tsx";
import { Filters } from "./Filters.tsx";
import { current, progressOf, proposersOf, upcoming, type ReviewLabel } from "./queue.ts";
import { counted, speed, tallied, uncounted, type Tally } from "./tally.ts";
import { useReview } from "./useReview.ts";
import { useReviewKeys } from "./useReviewKeys.ts";

const STATUSES: readonly Status[] = ["PENDING", "NEEDS_REVIEW", "NONE", "INVALID", "VALID"];
const PICTURES_AHEAD = 3;

/** Labels to judge, one at a time, as fast as one can think. */
export function Review() {
  const given = new URLSearchParams(useSearch());
  const status = STATUSES.find((each) => each === given.get("status")) ?? "PENDING";
  const label = given.get("label");
  const [, navigate] = useLocation();
  const [proposer, setProposer] = useState("");
  const [tally, setTally] = useState<Tally>(new Map());
  const [news, setNews] = useState("");
  const [isRelabelling, setRelabelling] = useState(false);
  const [hasLine, setLine] = useState(false);
  const { queue, send, changes } = useReview(status, label, proposer, (settled) =>
    setNews(`${settled.validatedBy ?? "Someone"} said ${said(settled.validationStatus)} to ${settled.label}: settled.`),
  );
  const receiptOf = useCallback(() => "", []);
  const edits = useLabelEdits(receiptOf);
  const shown = current(queue, proposer);
  usePicturesOf(upcoming(queue, proposer).slice(0, PICTURES_AHEAD));

  const again = useRef(() => undefined as void);
  /** Goes on at once; comes back if it was not done for another reason than that someone was faster. */
  const attempt = async (of: ReviewLabel, to: Status, work: () => Promise<"done" | "faster" | "refused">) => {
    again.current = () => void attempt(of, to, work);
    setNews("");
    send({ kind: "judged", id: of.id, status: to });
    setTally((known) => counted(known, of.id, to));
    const outcome = await work();
    if (outcome !== "done") setTally((known) => uncounted(known, of.id));
    if (outcome === "refused") send({ kind: "returned", id: of.id, status: of.validationStatus });
  };
  const judge = (to: Status, of = shown) => {
    if (of) void attempt(of, to, () => edits.judge(of, to, seenStatus(of, changes.flashes)));
  };
  const relabel = (newLabel: string, of = shown) => {
    setRelabelling(false);
    if (of) void attempt(of, "INVALID", () => edits.relabel(of, newLabel, seenStatus(of, changes.flashes)));
  };
  const undo = () => {
    const [deed] = edits.deeds;
    if (!deed || deed.kind === "added") return;
    const { id, validationStatus } = deed.label;
    setTally((known) => uncounted(known, id));
    send({ kind: "returned", id, status: validationStatus });
    setNews(`Undone: ${wordsOf(deed)}.`);
    void edits.undo();
  };
  const skip = (by: 1 | -1) => {
    setNews("");
    send({ kind: "moved", by, proposer });
  };
  const conflicts = [...edits.conflicts.values()];
  const keepTheirs = () => conflicts[0] && edits.keepTheirs(conflicts[0].theirs.id);
  const setMineAgain = ({ theirs: { id }, mine }: { theirs: LabelRow; mine: Status }) => {
    setTally((known) => counted(known, id, mine));
    edits.setMineAgain(id);
  };
  const actions = { judge, skip, undo, openMenu: () => shown && setRelabelling(true), toggleLine: () => setLine((has) => !has) };
  useReviewKeys({ ...actions, keepTheirs, setMineAgain: () => conflicts[0] && setMineAgain(conflicts[0]) });

  const perMinute = speed(tally);
  return (
    <div className="review">
      <h1 className="unseen">Review labels</h1>
      {edits.trouble && <Trouble problem={edits.trouble.problem} onAgain={() => again.current()} onDismiss={edits.dismiss} />}
      {conflicts.map((conflict) => (
        <Conflict
          key={conflict.theirs.id}
          sentence={`${conflict.theirs.label}: ${conflict.sentence}`}
          onDismiss={() => edits.keepTheirs(conflict.theirs.id)}
          onAgain={() => setMineAgain(conflict)}
        />
      ))}
      <div className="row">
        <Filters
          status={status}
          label={label ?? ""}
          proposer={proposer}
          proposers={proposersOf(queue)}
          onChange={(wanted) => navigate(`/review?${new URLSearchParams({ status: wanted.status, ...(wanted.label ? { label: wanted.label } : {}) }).toString()}`)}
          onProposer={setProposer}
        />
        <p className="push review-tally" data-tally={tally.size}>
          {tally.size > 0 && <span>{tallied(tally)}</span>}
          {perMinute !== null && <span className="soft">{perMinute} a minute</span>}
          {shown && <b>{progressOf(queue, proposer)}</b>}
        </p>
      </div>
      <p role="status" className="review-news soft">
        {news}
      </p>
      <Trouble problem={queue.problem} />
      {shown ? (
        <Candidate key={shown.id} label={shown} hasLine={hasLine} canUndo={edits.deeds.length > 0} {...actions} />
      ) : queue.isKnown ? (
        <Empty title={`No label ${status === "PENDING" ? "waits" : `is ${said(status)}`}${proposer ? ` that ${proposer} proposed` : ""}.`}>
          {tally.size ? tallied(tally) : "What is proposed next appears when you come back."}
        </Empty>
      ) : (
        !queue.problem && <Loading rows={2} height={200} />
      )}
      {isRelabelling && shown && (
        <LabelMenu
          title={`“${shown.word?.text ?? ""}” is not ${shown.label}, but`}
          without={[shown.label]}
          onChoose={(chosen) => relabel(chosen)}
          onClose={() => setRelabelling(false)}
        />
      )}
    </div>
  );
}

/** The pictures that come next are fetched while one looks at this one. */
function usePicturesOf(labels: readonly ReviewLabel[]): void {
  const addresses = [...new Set(labels.flatMap(({ receipt }) => receipt?.picture?.url ?? []))].join("\n");
  useEffect(() => {
    for (const address of addresses.split("\n").filter(Boolean)) new Image().src = address;
  }, [addresses]);
}
