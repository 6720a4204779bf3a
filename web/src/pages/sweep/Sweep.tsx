import "./Sweep.css";
import { useMemo, useState } from "react";
import { useSearch } from "wouter";
import { SweepDocument } from "../../api/generated/graphql.ts";
import { usePage } from "../../api/usePage.ts";
import { useJobStatuses } from "../../jobs/useJobStatuses.ts";
import { isLowerBetter } from "../../parts/curves.ts";
import { Empty } from "../../parts/Empty.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { Panel } from "../../parts/Panel.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { plural } from "../../parts/words.ts";
import { MetricChoice } from "./MetricChoice.tsx";
import { Overlay } from "./Overlay.tsx";
import { Parallel } from "./Parallel.tsx";
import { Pruning } from "./Pruning.tsx";
import { Resuming } from "./Resuming.tsx";
import { Ring } from "./Ring.tsx";
import { RunTable } from "./RunTable.tsx";
import { differing, ranked, type SweepData } from "./ranked.ts";
import { useSweepLive } from "./useSweepLive.ts";

const USUAL_METRIC = "val_loss";

/** Many runs side by side: which is best, and what makes it so. */
export function Sweep({ params: { sweepId } }: { params: { sweepId: string } }) {
  const metricName = new URLSearchParams(useSearch()).get("metric") ?? USUAL_METRIC;
  const [arrived, lives] = useSweepLive(sweepId, metricName);
  const statuses = useJobStatuses(null);
  const { data, problem } = usePage(SweepDocument, { sweepId, metricName }, { after: [...lives, statuses] });
  if (data && !data.sweep) return <Empty title="There is no such sweep." />;
  return (
    <div className="stack">
      <Trouble problem={problem} />
      {data?.sweep ? <Content sweep={data.sweep} metricName={metricName} arrived={arrived} /> : !problem && <Loading rows={5} height={96} />}
    </div>
  );
}

interface Given {
  sweep: SweepData;
  metricName: string;
  arrived: Parameters<typeof ranked>[1];
}

function Content({ sweep, metricName, arrived }: Given) {
  const isLower = isLowerBetter(metricName) ?? true;
  const runs = useMemo(() => ranked(sweep.jobs, arrived, isLower), [sweep.jobs, arrived, isLower]);
  const names = useMemo(() => differing(runs), [runs]);
  const [pointed, setPointed] = useState<string | null>(null);
  return (
    <>
      <header className="row sweep-head">
        <Ring progress={sweep.progress} />
        <div>
          <h1>{sweep.job?.name ?? sweep.sweepId}</h1>
          <p className="soft">
            {plural(sweep.progress.total, "run")}: {sweep.progress.succeeded} succeeded, {sweep.progress.running} running, {sweep.progress.pending} pending,{" "}
            {sweep.progress.failed + sweep.progress.cancelled + sweep.progress.interrupted} stopped
          </p>
        </div>
        <span className="push row">
          <MetricChoice sweepId={sweep.sweepId} metricName={metricName} jobId={runs[0]?.jobId} />
          <Pruning sweepId={sweep.sweepId} metricName={metricName} isLower={isLower} runs={runs} />
          <Resuming sweep={sweep} />
        </span>
      </header>
      <div className="sweep-columns">
        <Panel title={`${metricName} of every run`}>
          <Overlay metricName={metricName} runs={runs} pointed={pointed} onPoint={setPointed} />
        </Panel>
        <Panel title="Settings and what came of them">
          <Parallel runs={runs} names={names} metricName={metricName} isLower={isLower} pointed={pointed} onPoint={setPointed} />
        </Panel>
      </div>
      <Panel title={`Runs, the ${isLower ? "lowest" : "highest"} ${metricName} first`}>
        <RunTable runs={runs} names={names} metricName={metricName} pointed={pointed} onPoint={setPointed} />
      </Panel>
    </>
  );
}
