import { TriangleAlert } from 'lucide-react';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Notice.tsx';
import { useWords } from '#words/words.ts';
import styles from './ErrorScreen.module.css';

/** Shows a way on when a screen fails to load or to draw, in place of a blank page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error('A screen failed', error, info.componentStack);
  }

  override render() {
    return this.state.hasFailed ? <ErrorScreen /> : this.props.children;
  }
}

function ErrorScreen() {
  const words = useWords();
  return (
    <main className={styles.page}>
      <Empty
        icon={TriangleAlert}
        title={words.errors.crashTitle}
        action={
          <Button look="primary" onClick={() => location.reload()}>
            {words.errors.reload}
          </Button>
        }
      >
        {words.errors.crash}
      </Empty>
    </main>
  );
}
