import { useMedia } from './media.ts';
import { useTheme } from './theme.ts';

/** What is on the screen now, for what style sheets cannot paint: the driver's choice, else the device's. */
export function useColorScheme(): 'light' | 'dark' {
  const theme = useTheme();
  const isSystemDark = useMedia('(prefers-color-scheme: dark)');
  return theme === 'system' ? (isSystemDark ? 'dark' : 'light') : theme;
}
