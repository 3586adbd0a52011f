// Preloaded (`node --require`) to make this machine one that lacks the modules named in TEST_HIDDEN_MODULES, comma-separated.
const Module = require('node:module');

const hidden = new Set((process.env.TEST_HIDDEN_MODULES ?? '').split(',').filter((name) => name !== ''));
const { _load: load } = Module;
const letters = (text) => text.toLowerCase().replace(/[^a-z]/g, '');

/** An addon is asked for by its path, in which a module's name is spelt in several ways. */
function isHidden(request) {
  return hidden.has(request) || (request.endsWith('.node') && [...hidden].some((name) => letters(request).includes(letters(name))));
}

Module._load = function (request, ...rest) {
  if (isHidden(request)) throw Object.assign(new Error(`Cannot find module '${request}'`), { code: 'MODULE_NOT_FOUND' });
  return load.call(this, request, ...rest);
};
