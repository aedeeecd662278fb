import { CloudOff } from 'lucide-react';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Notice.tsx';
import { useWords } from '#words/words.ts';

/** In place of what did not come, with the one thing to do about it. */
export function FailedToLoad({ title, onRetry }: { title: string; onRetry: () => unknown }) {
  const words = useWords();
  return (
    <Empty
      icon={CloudOff}
      title={title}
      action={
        <Button look="primary" onClick={() => void onRetry()}>
          {words.common.tryAgain}
        </Button>
      }
    >
      {words.errors.didNotLoad}
    </Empty>
  );
}
