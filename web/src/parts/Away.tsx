/** The server does not answer. The page stays readable, and goes on by itself. */
export function Away() {
  return (
    <div className="notice" data-kind="away" role="alert">
      <p>The server is away, trying again.</p>
    </div>
  );
}
