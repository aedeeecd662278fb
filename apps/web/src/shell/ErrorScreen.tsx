import { TriangleAlert } from 'lucide-react';
import { Component, type ErrorInfo, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Button } from '@bijli/ui/Button';
import { Empty } from '@bijli/ui/Notice';
import { useOnline } from '#device/online.ts';
import { useMessages } from '#messages/messages.ts';
import styles from './ErrorScreen.module.css';

/** Replaces a screen that fails to load or to render with a message and a reload button. Going back also leaves it. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <Boundary at={useLocation().key}>{children}</Boundary>;
}

interface BoundaryProps {
  /** The key of the location. A new location renders the children again. */
  at: string;
  children: ReactNode;
}

interface BoundaryState {
  at: string;
  hasFailed: boolean;
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state = { at: this.props.at, hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ at }: BoundaryProps, before: BoundaryState) {
    return at === before.at ? null : { at, hasFailed: false };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error('A screen failed', error, info.componentStack);
  }

  override render() {
    return this.state.hasFailed ? <ErrorScreen /> : this.props.children;
  }
}

function ErrorScreen() {
  const messages = useMessages();
  const isOnline = useOnline();
  const wasOffline = useRef(!isOnline);
  useEffect(() => {
    if (isOnline && wasOffline.current) location.reload();
    wasOffline.current = !isOnline;
  }, [isOnline]);
  return (
    <main className={styles.page}>
      <title>{messages.pageTitle(messages.errors.crashTitle)}</title>
      <Empty
        icon={TriangleAlert}
        title={messages.errors.crashTitle}
        action={
          <Button look="primary" onClick={() => location.reload()}>
            {messages.errors.reload}
          </Button>
        }
      >
        {isOnline ? messages.errors.crash : messages.errors.network}
      </Empty>
    </main>
  );
}
