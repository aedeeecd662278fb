import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '@bijli/ui/IconButton';
import layout from '@bijli/ui/layout.module.css';
import { List, RowLink } from '@bijli/ui/List';
import { useProfile } from '#api/accounts.ts';
import { useMessages } from '#messages/messages.ts';
import { FailedToLoad } from '#parts/FailedToLoad.tsx';
import { ownDestinations, policyDestinations } from '#shell/destinations.ts';
import type { FooterDestination } from '#shell/footer-destinations.ts';
import { Frame } from '#shell/Frame.tsx';
import { EditSheet } from './EditSheet.tsx';
import { Leave } from './Leave.tsx';
import { ProfileDetails, ProfileSkeleton, ProfileHead } from './ProfileDetails.tsx';
import { Settings } from './Settings.tsx';
import styles from './ProfileScreen.module.css';

/** Who the driver is, the way to everything of the own, appearance, and signing out. */
export default function ProfileScreen() {
  const { profile: messages } = useMessages();
  const { data: profile, isError, refetch } = useProfile();
  const [isEditing, setEditing] = useState(false);

  return (
    <Frame title={messages.title} isRoot hasFoot>
      <div className={layout.columns}>
        <div>
          {profile ? (
            <>
              <ProfileHead profile={profile}>
                <IconButton icon={Pencil} size={20} label={messages.edit} onClick={() => setEditing(true)} />
              </ProfileHead>
              <ProfileDetails profile={profile} />
              <EditSheet profile={profile} open={isEditing} onClose={() => setEditing(false)} />
            </>
          ) : isError ? (
            <FailedToLoad title={messages.failedTitle} onRetry={refetch} />
          ) : (
            <ProfileSkeleton />
          )}
          <div className={styles.places}>
            <Links destinations={ownDestinations} />
          </div>
        </div>
        <div className={styles.own}>
          <Settings />
          <Links destinations={policyDestinations} />
          <Leave balance={profile?.balance?.balance ?? 0} />
        </div>
      </div>
    </Frame>
  );
}

function Links({ destinations }: { destinations: readonly FooterDestination[] }) {
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
