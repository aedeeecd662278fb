// Fetches what makes the shop's page live once the page itself has come: it can be read and used without.
(function () {
  var modules = document.currentScript.dataset.modules.split(' ');
  addEventListener('load', function () {
    modules.forEach(function (module) {
      import(module);
    });
  });
})();
