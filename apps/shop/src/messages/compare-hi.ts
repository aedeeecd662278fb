import { withUnit } from '@bijli/ui/format/units';
import type { CompareMessages } from './compare-messages.ts';

export const compareHi: CompareMessages = {
  empty: 'तुलना के लिए अभी कुछ नहीं',
  emptyText: 'साथ-साथ देखने के लिए दुकान में तीन चार्जर तक चुनें।',
  differsFirst: 'जो अलग है उसे पहले दिखाएँ',
  remove: (name) => `${name} हटाएँ`,
  order: (name) => `अभी ऑर्डर करें: ${name}`,
  maxOutput: 'अधिकतम पावर',
  connector: 'कनेक्टर',
  night: `एक रात (${withUnit(8, 'घं')}) में`,
  atMost: 'kWh तक',
  madeFor: 'किसके लिए',
  availability: 'उपलब्धता',
  unknown: '–: निर्माता का आँकड़ा हमारे पास नहीं है।',
  ask: 'हमसे पूछें',
};
