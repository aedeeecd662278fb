import { MapPinOff } from 'lucide-react';
import { paths } from '#paths.ts';
import { LinkButton } from '@bijli/ui/Button';
import { Empty } from '@bijli/ui/Notice';
import { useWords } from '#words/words.ts';
import { Frame } from './Frame.tsx';

/** For an address that the app does not know. */
export default function NotFound() {
  const words = useWords();
  return (
    <Frame title={words.errors.notFoundTitle} barless open centred>
      <Empty
        icon={MapPinOff}
        title={words.errors.notFoundTitle}
        action={
          <LinkButton look="primary" to={paths.map}>
            {words.common.backToMap}
          </LinkButton>
        }
      >
        {words.errors.notFound}
      </Empty>
    </Frame>
  );
}
