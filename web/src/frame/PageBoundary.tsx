import { Component, Suspense, useEffect, type ReactNode } from "react";
import { useObservable, useTessera } from "../api/tessera.tsx";
import { Away } from "../parts/Away.tsx";
import { Loading } from "../parts/Loading.tsx";

interface Given {
  location: string;
  children: ReactNode;
}

/** A page that is still being loaded, or that failed: the frame around it stays, and so does the way elsewhere. */
export class PageBoundary extends Component<Given, { fault: unknown }> {
  override state = { fault: null };

  static getDerivedStateFromError(fault: unknown) {
    return { fault };
  }

  override componentDidUpdate({ location }: Given) {
    if (this.state.fault && location !== this.props.location) this.setState({ fault: null });
  }

  override render() {
    const { fault } = this.state;
    if (fault) return <Failed fault={fault} />;
    return <Suspense fallback={<Loading />}>{this.props.children}</Suspense>;
  }
}

/**
 * Browsers may remember that a part of the page could not be loaded, and a newer server has other parts: only loading
 * the whole page again helps. While the server is away that is done by itself, once it is back.
 */
function Failed({ fault }: { fault: unknown }) {
  const { server } = useTessera();
  const isAway = useObservable(server.isAway);
  const isNotLoaded = fault instanceof TypeError && /module/i.test(fault.message);
  useEffect(() => {
    if (isNotLoaded) void server.check();
    return server.isAway.listen(() => {
      if (!server.isAway.read()) location.reload();
    });
  }, [server, isNotLoaded]);
  if (isAway) return <Away />;
  return (
    <div className="notice" data-kind="error" role="alert">
      <p>{isNotLoaded ? "This page could not be loaded; there may be a newer one." : `This page failed: ${String(fault)}`}</p>
      <button onClick={() => location.reload()}>Load it again</button>
    </div>
  );
}
