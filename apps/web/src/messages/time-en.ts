import { withUnit } from '@bijli/ui/format/units';

export const time = {
  months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  weekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  dateTime: (day: string, clock: string) => `${day} ${clock}`,
  clock: (time: string, hour: number) => `${time} ${hour < 12 ? 'am' : 'pm'}`,
  hoursAndMinutes: (hours: number, minutes: number) => `${hours} Hours ${minutes} Min`,
  minutes: (minutes: number) => `${minutes} Min`,
  secondsAgo: (seconds: number) => (seconds === 0 ? 'just now' : `${withUnit(seconds, 's')} ago`),
  minutesAgo: (minutes: number) => `${withUnit(minutes, 'min')} ago`,
  hoursAgo: (hours: number) => `${withUnit(hours, 'h')} ago`,
  daysAgo: (days: number) => (days === 1 ? '1 day ago' : `${days} days ago`),
};
