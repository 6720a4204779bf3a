import { useTessera } from "../api/tessera.tsx";

interface Given {
  sentence: string;
  field: string;
  who: string | null;
  onAgain?: (() => void) | undefined;
  onDismiss?: (() => void) | undefined;
}

/** What one may not do, who may, and a way to be one of them where anyone may be anyone. */
export function Refused({ sentence, field, who, onAgain, onDismiss }: Given) {
  const { identity } = useTessera();
  const become = () => {
    identity.chosen.set(who!);
    onAgain?.();
  };
  return (
    <div className="notice" data-kind="refused" role="alert">
      <p>
        {sentence} <code>{field}</code>
      </p>
      {who && <button onClick={become}>{onAgain ? `Act as ${who} and do it` : `Act as ${who}`}</button>}
      {onDismiss && <button onClick={onDismiss}>Dismiss</button>}
    </div>
  );
}
