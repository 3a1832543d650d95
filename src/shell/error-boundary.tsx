import { Component, type ReactNode } from 'react';
import { LazyErrorPage } from './lazy-error-page.tsx';

interface State {
  failed: { error: unknown } | null;
}

/** Last-resort error boundary; only a reload recovers from it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failed: { error } };
  }

  override render(): ReactNode {
    const { failed } = this.state;
    if (!failed) return this.props.children;
    return <LazyErrorPage error={failed.error} retry={() => location.reload()} />;
  }
}
