// Loads the code that hydrates the shop's page after the page itself has loaded. The page works without it.
(function () {
  var modules = document.currentScript.dataset.modules.split(' ');
  function start() {
    modules.forEach(function (module) {
      import(module);
    });
  }
  addEventListener('load', function () {
    // The pictures are painted first, because hydrating keeps the browser busy.
    requestAnimationFrame(function () {
      setTimeout(start);
    });
  });
})();
