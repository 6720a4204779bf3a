import type { ReactNode } from "react";
import { useObservable, useTessera } from "../api/tessera.tsx";
import { Empty } from "../parts/Empty.tsx";
import { SignIn } from "../parts/SignIn.tsx";

/** The pages, for anyone whom the API may know; others are told how to become known, and nothing is asked in vain. */
export function Doorstep({ children }: { children: ReactNode }) {
  const { config, identity } = useTessera();
  const isSomeone = useObservable(identity.isSomeone);
  if (isSomeone) return children;
  return (
    <Empty title="This API answers only those whom it knows.">
      {config.signIn && <SignIn />}
      <p>{config.signIn ? "Or paste a token above." : "Paste a token above; make token gives one."}</p>
    </Empty>
  );
}
