// Fetches what makes the shop's page live once the page itself has come: it can be read and used without.
(function () {
  var modules = document.currentScript.dataset.modules.split(' ');
  function start() {
    modules.forEach(function (module) {
      import(module);
    });
  }
  addEventListener('load', function () {
    // The pictures that have just come are painted first.
    requestAnimationFrame(function () {
      setTimeout(start);
    });
  });
})();
