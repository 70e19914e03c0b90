import { Fragment } from 'react';
import type { Route } from '../../core/linux/routing/types';
import { AddressText } from '../rules/AddressText';
import { routeWords } from './route.model';
import styles from './tables.module.css';

/** A route as `ip route` prints it. */
export function RouteLine({ route }: { readonly route: Route }) {
  return (
    <code className={styles.route}>
      {routeWords(route).map(({ kind, text }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the words of a route never move
        <Fragment key={at}>
          {at > 0 && ' '}
          {kind === 'address' ? <AddressText text={text} /> : kind === 'device' ? <b>{text}</b> : text}
        </Fragment>
      ))}
    </code>
  );
}
