import type { Plugin } from 'vite';

const ICON = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/;
/** A drawing's key in a list, which is random and does not compress, and what only lucide's own function reads. */
const UNUSED = /, key: "\w+"|^ *name: "[\w-]+",\n|^ *size: \d+,\n|^__iconData\.node;\n/gm;

/** Leaves out of lucide's icons what `create-icon.ts` does not need. Each page carries the icons that it shows. */
export const smallIcons: Plugin = {
  name: 'small-icons',
  transform: {
    filter: { id: ICON },
    handler: (code) => ({ code: code.replaceAll(UNUSED, ''), map: null }),
  },
};
