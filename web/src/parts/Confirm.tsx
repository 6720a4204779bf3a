import { useEffect, useRef } from "react";

interface Given {
  /** What is asked; null while there is nothing to ask. */
  question: string | null;
  answer: string;
  onYes: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be taken back. */
export function Confirm({ question, answer, onYes, onClose }: Given) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (question) dialog.current?.showModal();
    else dialog.current?.close();
  }, [question]);
  const yes = () => {
    onYes();
    onClose();
  };
  return (
    <dialog ref={dialog} onClose={onClose} aria-label={answer}>
      <div className="stack">
        <p>{question}</p>
        <div className="row">
          <button onClick={yes}>{answer}</button>
          <button onClick={onClose}>No</button>
        </div>
      </div>
    </dialog>
  );
}
