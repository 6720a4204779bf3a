import "./Home.css";
import { useApolloClient } from "@apollo/client/react";
import { HomeDocument, type HomeQuery } from "../../api/generated/graphql.ts";
import { usePage } from "../../api/usePage.ts";
import { useJobLists } from "../../jobs/useJobLists.ts";
import { Loading } from "../../parts/Loading.tsx";
import { Panel } from "../../parts/Panel.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { Failed, Running } from "./JobLists.tsx";
import { Merchants } from "./Merchants.tsx";
import { Instances, Queues, Stuck } from "./Operations.tsx";

/** What there is, what waits, what moves and what is stuck. */
export function Home() {
  const client = useApolloClient();
  const isShown = (jobId: string) => {
    const known = client.readQuery({ query: HomeDocument });
    return [...(known?.running.nodes ?? []), ...(known?.failed.nodes ?? [])].some((job) => job.jobId === jobId);
  };
  const live = useJobLists(HomeDocument, (status) => status === "RUNNING" || status === "FAILED", isShown);
  const { data, problem } = usePage(HomeDocument, {}, { after: [live] });
  return (
    <div className="stack">
      <h1 className="unseen">Home</h1>
      <Trouble problem={problem} />
      {data ? <Content data={data} /> : !problem && <Loading rows={4} height={96} />}
    </div>
  );
}

function Content({ data }: { data: HomeQuery }) {
  return (
    <>
      <Numbers data={data} />
      <div className="home-columns">
        <Panel title="Running jobs" aside={<a href="#/jobs">All jobs</a>}>
          <Running jobs={data.running.nodes} />
        </Panel>
        <Panel title="Receipts by merchant" aside={<a href="#/receipts">All receipts</a>}>
          <Merchants counts={data.merchantCounts} />
        </Panel>
        <Panel title="Failed jobs">
          <Failed jobs={data.failed.nodes} />
        </Panel>
        <Panel title="Stuck documents">
          <Stuck documents={data.stuckDocuments.nodes} />
        </Panel>
        <Panel title="Queues">
          <Queues queues={data.queues.nodes} />
        </Panel>
        <Panel title="Instances">
          <Instances instances={data.instances.nodes} />
        </Panel>
      </div>
    </>
  );
}

function Numbers({ data: { imageCount, receiptCount, waiting, running } }: { data: HomeQuery }) {
  const numbers = [
    { name: "images", href: "#/receipts", value: imageCount.toLocaleString("en") },
    { name: "receipts", href: "#/receipts", value: receiptCount.toLocaleString("en") },
    { name: "labels wait", href: "#/review?status=PENDING", value: atLeast(waiting.nodes.length, waiting.pageInfo.hasNextPage) },
    { name: "jobs run", href: "#/jobs", value: atLeast(running.nodes.length, running.pageInfo.hasNextPage) },
  ];
  return (
    <ul className="home-numbers">
      {numbers.map(({ name, href, value }) => (
        <li key={name}>
          <a href={href}>
            <b>{value}</b> {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

function atLeast(count: number, isMore: boolean): string {
  return `${count.toLocaleString("en")}${isMore ? "+" : ""}`;
}
