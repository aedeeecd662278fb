import type { Client } from 'pg';

/**
 * PostgreSQL reports both settings on each connection and when they change: `in_hot_standby` on a standby,
 * `default_transaction_read_only` if its operator has set it.
 */
const SETTINGS = new Set(['in_hot_standby', 'default_transaction_read_only']);

const reading = new WeakMap<object, Set<string>>();

interface ParameterStatus {
  parameterName: string;
  parameterValue: string;
}

/** A kind of connection of which it is known whether it leads to a database that only reads. */
export function withReadOnlyTracking(Kind: typeof Client): typeof Client {
  return class extends Kind {
    constructor(...config: ConstructorParameters<typeof Client>) {
      super(...config);
      const on = new Set<string>();
      reading.set(this, on);
      const { connection } = this as unknown as { connection: NodeJS.EventEmitter };
      connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
        if (!SETTINGS.has(parameterName)) return;
        if (parameterValue === 'on') on.add(parameterName);
        else on.delete(parameterName);
      });
    }
  };
}

/** True if the last answer said that the connection is read-only. */
export function isReadOnly(client: object): boolean {
  return (reading.get(client)?.size ?? 0) > 0;
}
