import { MapPinOff } from 'lucide-react';
import { paths } from '#paths.ts';
import { LinkButton } from '@bijli/ui/Button';
import { Empty } from '@bijli/ui/Notice';
import { useWords } from '#words/words.ts';

/** For a page about a station that was opened without one. */
export function NoStation() {
  const { reviews: words, common } = useWords();
  return (
    <Empty icon={MapPinOff} title={words.noneTitle} action={<LinkButton to={paths.map}>{common.backToMap}</LinkButton>}>
      {words.none}
    </Empty>
  );
}
