import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '@bijli/ui/IconButton';
import layout from '@bijli/ui/layout.module.css';
import { useProfile } from '#api/accounts.ts';
import { useMessages } from '#messages/messages.ts';
import { FailedToLoad } from '#parts/answers/FailedToLoad.tsx';
import { OfflineCopy } from '#parts/answers/OfflineCopy.tsx';
import { DestinationList } from '#shell/DestinationList.tsx';
import { ownDestinations, policyDestinations } from '#shell/destinations.ts';
import { Frame } from '#shell/Frame.tsx';
import { AccountActions } from './AccountActions.tsx';
import { EditSheet } from './EditSheet.tsx';
import { ProfileDetails, ProfileSkeleton, ProfileHead } from './ProfileDetails.tsx';
import { Settings } from './Settings.tsx';
import styles from './ProfileScreen.module.css';

/** The driver's profile, links to everything of theirs, settings of this device, and the account's actions. */
export default function ProfileScreen() {
  const { profile: messages } = useMessages();
  const query = useProfile();
  const { data: profile, isError, refetch } = query;
  const [isEditing, setEditing] = useState(false);

  return (
    <Frame title={messages.title} isRoot hasFooterBar>
      <div className={styles.copy}>{profile && <OfflineCopy of={query} />}</div>
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
            <DestinationList destinations={ownDestinations} />
          </div>
        </div>
        <div className={styles.own}>
          <Settings />
          <DestinationList destinations={policyDestinations} />
          <AccountActions balance={profile?.balance?.balance ?? 0} />
        </div>
      </div>
    </Frame>
  );
}
