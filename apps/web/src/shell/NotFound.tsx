import { MapPinOff } from 'lucide-react';
import { LinkButton } from '@bijli/ui/Button';
import { Empty } from '@bijli/ui/Notice';
import { useMessages } from '#messages/messages.ts';
import { paths } from '#paths.ts';
import { Frame } from './Frame.tsx';

/** The page for an address that the app does not know. */
export default function NotFound() {
  const messages = useMessages();
  return (
    <Frame title={messages.errors.notFoundTitle} isBarless isOutsideGate isCentred>
      <Empty
        icon={MapPinOff}
        title={messages.errors.notFoundTitle}
        action={
          <LinkButton look="primary" to={paths.map}>
            {messages.common.backToMap}
          </LinkButton>
        }
      >
        {messages.errors.notFound}
      </Empty>
    </Frame>
  );
}
