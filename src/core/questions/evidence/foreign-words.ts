/** Words of Korean, Chinese and German reports, with what English ones say in their place. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/타임 ?아웃|시간 ?(?:이 )?초과|超时|逾時|zeitüberschreitung/i, 'timeout, timed out'],
  [/(?:연결|접속)(?:이|을)? ?거부|拒绝连接|连接被拒|被拒绝|verweigert/i, 'connection refused'],
  [
    /(?:도달|접근|접속|연결|통신)(?:할|될|이|을|도)? ?(?:수 ?없|안 ?되|안 ?됨|불가|되지|하지 못|못 ?하)|닿지 않|无法(?:访问|连接|连通)|访问不(?:了|到|通)|(?:连|ping) ?不通|不可达|不能访问|nicht erreich|keine verbindung/i,
    'unreachable, not reach, cannot access, not work',
  ],
  [/실패|失败|schlägt fehl|fehlgeschlagen|funktioniert nicht/i, 'fail, not work'],
  [/동작(?:하지|이 안|을 안)|작동(?:하지|이 안)|되지 않(?:습|는|아)|안 ?됩니다|不工作|不生效|没有生效/, 'not work'],
  [
    /다른 노드|노드 ?간|서로 다른 노드|其他节点|不同节点|跨节点|另一个节点|anderen? (?:node|knoten)/i,
    'other node, different node',
  ],
  [/같은 노드|同一(?:个)?节点|gleichen (?:node|knoten)/i, 'same node'],
  [/외부에서|외부 ?접속|클러스터 (?:밖|외부)|从外部|集群外|外部访问|von außen|außerhalb/i, 'outside, external'],
  [
    /클러스터 (?:안|내부)에서|내부에서는?|Pod ?안에서|파드 ?(?:안|내부)|集群内|从内部|pod内|innerhalb des clusters/i,
    'inside, within the cluster, from a pod',
  ],
  [/방화벽|防火墙/, 'firewall'],
  [/간헐|가끔|때때로|偶尔|间歇|有时|时不时|sporadisch|manchmal/i, 'intermittent, sometimes'],
  [/드롭|버려[지집짐]|유실|丢弃|丢包/, 'drop'],
  [/재시작|재부팅|리부팅|重启|neustart|neu starten/i, 'restart, reboot'],
  [/업그레이드|업데이트 ?후|升级|nach (?:dem )?update/i, 'upgrade, after updating'],
  [/네트워크 ?(?:정책|폴리시)|网络策略|netzwerkrichtlinie/i, 'network policy, networkpolicy'],
  [/로드 ?밸런서|负载均衡|lastverteiler/i, 'load balancer'],
  [/노드 ?포트|节点端口/, 'node port, nodeport'],
  [/이름 ?(?:풀이|해석)|域名解析|解析(?:失败|不了|超时)|namensauflösung/i, 'dns, resolve'],
  [
    /(?:외부 ?)?(?:IP|아이피|주소)(?:가|이|를|을)? ?(?:할당|배정|부여)|一直(?:是|处于)? ?pending|没有分配/i,
    'external ip, not assigned',
  ],
];

/** Takes the longest line that is read. */
const LONGEST = 2500;

/**
 * Puts English words behind a line that says the same in Korean, Chinese or German, so that what is looked for in English is found in it; any
 * other line is returned as it is.
 */
export function withEnglish(line: string): string {
  if (line.length > LONGEST || !/[^\0-\x7f]|nicht|fehl|verweigert/i.test(line)) return line;
  const found = WORDS.flatMap(([word, english]) => (word.test(line) ? [english] : []));
  return found.length > 0 ? `${line} (${found.join(', ')})` : line;
}
