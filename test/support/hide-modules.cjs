// Preloaded (`node --require`) to make this machine one that lacks the modules named in TEST_HIDDEN_MODULES, comma-separated.
const Module = require('node:module');

const hidden = new Set((process.env.TEST_HIDDEN_MODULES ?? '').split(','));
const { _load: load } = Module;

Module._load = function (request, ...rest) {
  if (hidden.has(request)) throw Object.assign(new Error(`Cannot find module '${request}'`), { code: 'MODULE_NOT_FOUND' });
  return load.call(this, request, ...rest);
};
