import { CarFront, History, List as ListIcon, LogOut, Pencil } from 'lucide-react';
import { useState } from 'react';
import { signOut, useProfile } from '#api/accounts.ts';
import { chooseTheme, type Theme, useTheme } from '#device/theme.ts';
import { FailedToLoad } from '#parts/FailedToLoad.tsx';
import { paths } from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import { Button } from '#ui/Button.tsx';
import layout from '#ui/layout.module.css';
import { List, RowLink } from '#ui/List.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { useWords } from '#words/words.ts';
import { EditSheet } from './EditSheet.tsx';
import { ProfileFacts, ProfileSkeleton, Who } from './ProfileFacts.tsx';
import styles from './Profile.module.css';

/** Who the driver is, the way to everything of the own, appearance, and signing out. */
export default function Profile() {
  const { profile: words, nav } = useWords();
  const { data: profile, isError, refetch } = useProfile();
  const [isEditing, setEditing] = useState(false);

  return (
    <Frame title={words.title} root foot wide>
      <div className={layout.columns}>
        <div>
          {profile ? (
            <>
              <Who profile={profile}>
                <IconButton icon={Pencil} size={20} label={words.edit} onClick={() => setEditing(true)} />
              </Who>
              <ProfileFacts profile={profile} />
              <EditSheet profile={profile} open={isEditing} onClose={() => setEditing(false)} />
            </>
          ) : isError ? (
            <FailedToLoad title={words.failedTitle} onRetry={refetch} />
          ) : (
            <ProfileSkeleton />
          )}
        </div>
        <div className={styles.own}>
          <List>
            <RowLink icon={History} to={paths.chargingSessions}>
              {nav.chargingSessions}
            </RowLink>
            <RowLink icon={CarFront} to={paths.manageVehicles}>
              {nav.manageVehicles}
            </RowLink>
            <RowLink icon={ListIcon} to={paths.listChargers}>
              {nav.listChargers}
            </RowLink>
          </List>
          <Appearance />
          <SignOut />
        </div>
      </div>
    </Frame>
  );
}

function Appearance() {
  const { profile: words } = useWords();
  const theme = useTheme();
  return (
    <div className={styles.setting}>
      <span>{words.appearance}</span>
      <Segmented<Theme>
        as="choice"
        label={words.appearance}
        value={theme}
        onChange={chooseTheme}
        options={(['system', 'light', 'dark'] as const).map((value) => ({ value, label: words.themes[value] }))}
      />
    </div>
  );
}

function SignOut() {
  const { profile: words } = useWords();
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    void signOut();
  };
  return (
    <Button look="dangerText" block busy={isLeaving} onClick={leave}>
      {!isLeaving && <LogOut size={20} aria-hidden />}
      {words.signOut}
    </Button>
  );
}
