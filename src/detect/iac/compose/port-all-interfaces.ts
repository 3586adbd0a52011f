import type { Severity } from '../../../model/severity.js';
import { iacRule } from '../contract/iac-rule.js';
import { type Answer, askText, failIf, textOf } from '../contract/values.js';
import { type ComposePort, type ComposeService, composeServices } from '../views/compose.js';

/** Databases, queues, caches, consoles and model servers, by image and by port of the container. */
const INNER =
  /(?:^|[/_-])(?:postgres|postgresql|postgis|pgvector|timescaledb|mysql|mariadb|percona|mongo|mongodb|redis|valkey|keydb|dragonfly|memcached|elasticsearch|opensearch|cassandra|scylla|couchdb|couchbase|influxdb|clickhouse|cockroach|neo4j|arangodb|mssql|sqlserver|oracle|etcd|consul|vault|zookeeper|kafka|redpanda|rabbitmq|activemq|nats|pulsar|mosquitto|minio|solr|kibana|grafana|prometheus|adminer|phpmyadmin|pgadmin|mongo-express|redis-commander|redisinsight|portainer|registry|jenkins|ollama|vllm|vllm-openai|text-generation-inference|tritonserver|llama\.cpp|localai|sglang|litellm|ray|mlflow|jupyter|open-webui|langflow|flowise|n8n|dify|qdrant|weaviate|chroma|milvus)(?:$|[-_:@/.\d])/i;
const INNER_PORTS = new Set(
  '1433 1521 2181 2375 2376 2379 3000 3306 4222 5432 5601 5672 5984 6333 6379 6443 7474 7687 8086 8123 8265 8500 9000 9042 9092 9200 9300 11211 11434 15672 19530 26257 27017 50000'.split(
    ' ',
  ),
);

export const portAllInterfaces = iacRule({
  id: 'compose-port-all-interfaces',
  formats: ['compose'],
  title: 'Port published on every address',
  severity: 'medium',
  confidence: 'high',
  rationale:
    'The engine opens the port on every address of the machine, and writes its rules ahead of those of a host firewall such as ufw.',
  fix: 'Bind it to loopback (`127.0.0.1:PORT:PORT`), or use `expose:` and a network of the project.',
  references: ['CWE-668', 'https://docs.docker.com/engine/network/port-publishing/'],
  swallowedBy: ['ai-model-server-exposed', 'ai-vector-db-public', 'ai-dashboard-public', 'ai-mcp-server-public'],
  view: composeServices,
  *check(service) {
    if (['none', 'host'].includes(textOf(service.get('network_mode')) ?? '')) return;
    for (const port of service.ports) {
      const { target = '', at } = port;
      const shown = `${textOf(port.published) ?? '*'}:${target}`;
      yield failIf(isOpen(port), { at, evidence: `ports: ${shown}`, part: target, severity: severityOf(port, service) });
    }
  },
});

function isOpen({ host, published, at }: ComposePort): Answer {
  if (host) {
    const isEvery = (text: string) => /^(?:0\.0\.0\.0|\[?::\]?|\*|)$/.test(text);
    return askText(host, { whole: isEvery }, { is: true, at });
  }
  // A variable before the port may hold an address as well, where its name says so.
  if (published?.kind === 'unknown' && /(?:bind|addr|host|listen|interface|_ip\b|\bip)/i.test(published.expression))
    return { is: 'unknown', at, expression: published.expression };
  return { is: 'yes', at };
}

function severityOf({ published, target = '' }: ComposePort, service: ComposeService): Severity {
  const isInner = INNER.test(service.imageName) || INNER_PORTS.has(target);
  if (isInner) return published === undefined ? 'low' : 'medium';
  return published === undefined ? 'low' : 'none';
}
