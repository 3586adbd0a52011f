import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/controls.css';
import './styles/overlays.css';
import './styles/states.css';
import './styles/tables.css';
import './styles/marks.css';
import { QueryClientProvider } from '@tanstack/preact-query';
import { render } from 'preact';
import { LocationProvider } from 'preact-iso';
import { SessionGate } from './app/session.js';
import { Shell } from './app/shell.js';
import { UpgradeNotice } from './app/upgrade.js';
import { makeQueryClient } from './client/queries.js';
import { Toasts } from './parts/toasts.js';

/** Addresses that are no screens, as that of the sign-in by OIDC, are the browser's to follow. */
const SCREENS = /^(?!\/(v1|docs)\b)/;

const root = document.getElementById('app');
if (root)
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <LocationProvider scope={SCREENS}>
        <SessionGate>
          <Shell />
        </SessionGate>
        <Toasts />
        <UpgradeNotice />
      </LocationProvider>
    </QueryClientProvider>,
    root,
  );
