export const update = {
  ready: 'A new version is ready.',
  load: 'Load now',
  later: 'Later',
};
