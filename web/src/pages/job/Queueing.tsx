import { useState } from "react";
import type { useSteering } from "../../jobs/useSteering.ts";
import type { JobData } from "./Job.tsx";

/** The queues that a job waits in, and a way into another. */
export function Queueing({ job, steering }: { job: JobData; steering: ReturnType<typeof useSteering> }) {
  const [name, setName] = useState("");
  const enter = () => {
    steering.enqueue(job, name.trim());
    setName("");
  };
  return (
    <>
      {job.queueNames.map((each) => (
        <button key={each} onClick={() => steering.dequeue(job, each)} title={`Take it out of ${each}`}>
          In {each} ✗
        </button>
      ))}
      <form className="row" onSubmit={(event) => (event.preventDefault(), enter())}>
        <input aria-label="Queue" placeholder="Queue" size={12} value={name} onChange={(event) => setName(event.target.value)} />
        <button disabled={!name.trim()}>Enqueue</button>
      </form>
    </>
  );
}
