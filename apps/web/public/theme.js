// Runs before the first paint, so that a chosen theme never flashes the other one.
(function () {
  var theme = /(?:^|; )theme=(light|dark)/.exec(document.cookie);
  if (theme) document.documentElement.dataset.theme = theme[1];
})();
