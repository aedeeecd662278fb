import { useMedia } from './media.ts';
import { useTheme } from './theme.ts';

/** Hook: the present colour scheme, for parts that style sheets cannot paint. The driver's choice, or the device's. */
export function useColorScheme(): 'light' | 'dark' {
  const theme = useTheme();
  const isSystemDark = useMedia('(prefers-color-scheme: dark)');
  return theme === 'system' ? (isSystemDark ? 'dark' : 'light') : theme;
}
