import { useRef, type FormEvent } from "react";
import { useKeys } from "../../frame/keyboard.tsx";
import type { Cone } from "../../parts/Sky.tsx";

/** A circle on the sky in numbers: for those who know the place, or cannot drag. */
export function ConeForm({ onCone }: { onCone: (cone: Cone) => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = () => dialog.current?.showModal();
  useKeys([{ keys: "c", does: "Search around a place", run: open }]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const [ra, dec, radius] = ["ra", "dec", "radius"].map((each) => Number(given.get(each))) as [number, number, number];
    dialog.current?.close();
    onCone({ ra, dec, radius });
  };
  return (
    <>
      <button onClick={open} title="Search around a place (c); or drag over the map">
        Search around a place
      </button>
      <dialog ref={dialog} aria-labelledby="cone">
        <form className="stack novae-cone" onSubmit={submit}>
          <h2 id="cone">Novae around a place, in degrees</h2>
          <div className="novae-filters">
            <label>
              Right ascension
              <input name="ra" type="number" min={0} max={360} step="any" required />
            </label>
            <label>
              Declination
              <input name="dec" type="number" min={-90} max={90} step="any" required />
            </label>
            <label>
              Radius
              <input name="radius" type="number" min={0} max={180} step="any" required defaultValue={10} />
            </label>
          </div>
          <div className="row">
            <button>Search</button>
            <button type="button" onClick={() => dialog.current?.close()}>
              Leave
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}
