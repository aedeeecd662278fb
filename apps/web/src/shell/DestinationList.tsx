import { List, RowLink } from '@bijli/ui/List';
import { useMessages } from '#messages/messages.ts';
import type { Destination } from './footer-destinations.ts';

/** Ways to other screens, a row each. */
export function DestinationList({ destinations }: { destinations: readonly Destination[] }) {
  const { nav } = useMessages();
  return (
    <List>
      {destinations.map(({ to, icon, word }) => (
        <RowLink key={to} icon={icon} to={to}>
          {nav[word]}
        </RowLink>
      ))}
    </List>
  );
}
