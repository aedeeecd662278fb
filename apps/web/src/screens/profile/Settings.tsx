import type { ReactNode } from 'react';
import { Segmented } from '@bijli/ui/Segmented';
import { chooseTheme, type Theme, useTheme } from '#device/theme.ts';
import { useMessages } from '#messages/messages.ts';
import { LanguageChoice } from '#parts/account/LanguageChoice.tsx';
import { PushSwitch } from '#parts/push/PushSwitch.tsx';
import { ReceiptsSwitch } from './ReceiptsSwitch.tsx';
import styles from './ProfileScreen.module.css';

/** The app's theme and language on this device. */
export function Settings() {
  const { profile: messages, common } = useMessages();
  const theme = useTheme();
  return (
    <div className={styles.settings}>
      <Setting name={messages.appearance}>
        <Segmented<Theme>
          label={messages.appearance}
          value={theme}
          onChange={chooseTheme}
          options={(['system', 'light', 'dark'] as const).map((value) => ({ value, label: messages.themes[value] }))}
        />
      </Setting>
      <Setting name={common.language}>
        <LanguageChoice />
      </Setting>
      <PushSwitch />
      <ReceiptsSwitch />
    </div>
  );
}

function Setting({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.setting}>
      <span aria-hidden>{name}</span>
      {children}
    </div>
  );
}
