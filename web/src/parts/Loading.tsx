import "./states.css";

/** Grey shapes in the size of what will be there, so that nothing jumps. */
export function Loading({ rows = 6, height = 20 }: { rows?: number; height?: number }) {
  return (
    <div className="shapes" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, index) => (
        <i key={index} style={{ height }} />
      ))}
    </div>
  );
}
