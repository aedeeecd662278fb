// Runs before the first paint, so that a chosen theme never flashes the other one.
(function () {
  var theme = /(?:^|; )theme=(light|dark)/.exec(document.cookie);
  if (!theme) return;
  document.documentElement.dataset.theme = theme[1];
  document.querySelectorAll('meta[data-scheme]').forEach(function (bar) {
    bar.media = bar.dataset.scheme === theme[1] ? 'all' : 'not all';
  });
})();

// Whoever has signed in comes to the map: its pieces, which the build names here, need not wait for the app's first one.
(function () {
  var files = document.currentScript.dataset.home;
  if (!files || location.pathname !== '/' || !localStorage.getItem('user')) return;
  files.split(' ').forEach(function (file) {
    var link = document.createElement('link');
    var isStyle = file.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  });
})();
