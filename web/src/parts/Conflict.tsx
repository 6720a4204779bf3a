interface Given {
  sentence: string;
  onAgain?: (() => void) | undefined;
  onDismiss?: (() => void) | undefined;
}

/** Someone was faster: what they said stands, unless one says so again knowing it. */
export function Conflict({ sentence, onAgain, onDismiss }: Given) {
  return (
    <div className="notice" data-kind="conflict" role="alert">
      <p>{sentence}</p>
      {onDismiss && <button onClick={onDismiss}>Keep theirs</button>}
      {onAgain && <button onClick={onAgain}>Set mine again</button>}
    </div>
  );
}
