import { MapPinOff } from 'lucide-react';
import { LinkButton } from '@bijli/ui/Button';
import { Empty } from '@bijli/ui/Notice';
import { useMessages } from '#messages/messages.ts';
import { paths } from '#paths.ts';

/** Shown when a page about a station is opened without one. */
export function NoStation() {
  const { reviews: messages, common } = useMessages();
  return (
    <Empty
      icon={MapPinOff}
      title={messages.noneTitle}
      action={<LinkButton to={paths.map}>{common.backToMap}</LinkButton>}
    >
      {messages.none}
    </Empty>
  );
}
