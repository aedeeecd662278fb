import { withUnit } from '@bijli/ui/format/units';
import type { Messages } from './en.ts';

export const time: Messages['time'] = {
  months: ['जन', 'फ़र', 'मार्च', 'अप्रैल', 'मई', 'जून', 'जुल', 'अग', 'सित', 'अक्टू', 'नव', 'दिस'],
  weekdays: ['रवि', 'सोम', 'मंगल', 'बुध', 'गुरु', 'शुक्र', 'शनि'],
  dateTime: (day, clock) => `${day}, ${clock}`,
  clock: (time, hour) => `${hour < 4 || hour >= 20 ? 'रात' : hour < 12 ? 'सुबह' : hour < 16 ? 'दोपहर' : 'शाम'} ${time}`,
  hoursAndMinutes: (hours, minutes) => `${withUnit(hours, hours === 1 ? 'घंटा' : 'घंटे')} ${withUnit(minutes, 'मिनट')}`,
  minutes: (minutes) => withUnit(minutes, 'मिनट'),
  secondsAgo: (seconds) => (seconds === 0 ? 'अभी' : `${withUnit(seconds, 'सेकंड')} पहले`),
  minutesAgo: (minutes) => `${withUnit(minutes, 'मिनट')} पहले`,
  hoursAgo: (hours) => `${withUnit(hours, hours === 1 ? 'घंटा' : 'घंटे')} पहले`,
  daysAgo: (days) => `${days} दिन पहले`,
};
