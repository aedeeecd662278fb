// Runs before the first paint, so that the other theme never flashes.
(function () {
  var theme = /(?:^|; )theme=(light|dark)/.exec(document.cookie);
  if (!theme) return;
  document.documentElement.dataset.theme = theme[1];
  document.querySelectorAll('meta[data-scheme]').forEach(function (bar) {
    bar.media = bar.dataset.scheme === theme[1] ? 'all' : 'not all';
  });
})();

// A signed-in driver will see the map, so its chunks, which the build names here, are requested without waiting for the
// app's first chunk.
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
