// Runs before the first paint, so that a chosen theme never flashes the other one.
(function () {
  var theme = /(?:^|; )theme=(light|dark)/.exec(document.cookie);
  if (!theme) return;
  document.documentElement.dataset.theme = theme[1];
  document.querySelectorAll('meta[data-scheme]').forEach(function (bar) {
    bar.media = bar.dataset.scheme === theme[1] ? 'all' : 'not all';
  });
})();
