import { describe, expect, it } from 'vitest';
import { HNS_POLICY_LIST } from './hns-policy-list';
import { HNSDIAG_LIST } from './hnsdiag-list';
import { detectFormats } from './index';
import type { LineFormat, LinesParsed } from './lines/line-format';
import { VFPCTRL_LIST } from './vfpctrl-list';

function read<T>(format: LineFormat<string, T>, text: string): LinesParsed<T> {
  const parsed = format.parse(text);
  if (!parsed.ok) throw new Error(parsed.error[0]?.message.id);
  return parsed.value;
}

/** What it says, the places left out. */
const bare = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, each: unknown) => (key === 'span' ? undefined : each)));

/** Printed and read again it says the same, and nothing is left aside. */
function expectRoundTrip<T>(format: LineFormat<string, T>, text: string): void {
  const { value } = read(format, text);
  const again = read(format, format.print(value));
  expect(bare(again.value)).toEqual(bare(value));
  expect(again.ignored).toEqual([]);
}

const POWERSHELL = `PS C:\\k> Get-HnsPolicyList

ActivityId         : 11903C90-501F-478F-A5C9-3B2A70BF51C2
AdditionalParams   :
Flags              : 0
Health             : @{LastErrorCode=0; LastUpdateTime=133511593158285187}
ID                 : D680D0E7-185B-46A7-B097-37A8B439F588
IsApplied          : False
Policies           : {@{ExternalPort=55680; InternalPort=5568; IsDSR=True; Protocol=17; SourceVIP=10.244.178.2; Type=ELB;
                     VIPs=System.Object[]}}
References         : {/endpoints/c55b2c86-bd06-400e-bca7-8fb7de11e635, /endpoints/a...}
State              : 2
Resources          : @{AdditionalParams=; AllocationOrder=1; Allocators=System.Object[]; Flags=0; Health=;
                     State=1; VfpOperationTime=0}

ActivityId         : DE759193-759A-473F-93A7-7B290DD64380
ID                 : F4F6A3DB-F234-49B2-960B-F0C45C25208B
Policies           : {@{ExternalPort=30080; InternalPort=80; Protocol=6; Type=ELB}}
References         : {/endpoints/b}
`;

const JSON_OF_V1 = `[
    {
        "ID":  "1D07",
        "Policies":  [
            { "ExternalPort":  443, "InternalPort":  4443, "Protocol":  6, "Type":  "ELB", "VIPs":  [ "10.96.0.1" ], "Novel": 7 }
        ],
        "References":  [
            "/endpoints/e1",
            "/endpoints/e2"
        ],
        "State":  2
    },
    {
        "ID":  "2E18",
        "Policies":  [ { "ExternalPort":  99999, "InternalPort":  80, "Protocol":  6, "Type":  "ELB", "VIPs":  [ "10.96.0.300" ] } ],
        "References":  []
    }
]
`;

describe('Get-HnsPolicyList', () => {
  it('reads what PowerShell lists, wrapped values too, and says what it hides', () => {
    const { value, diagnostics } = read(HNS_POLICY_LIST, POWERSHELL);
    expect(bare(value)).toEqual([
      {
        kind: 'policy',
        id: 'D680D0E7-185B-46A7-B097-37A8B439F588',
        ports: [{ protocol: 17, external: 55680, internal: 5568, distribution: 0, flags: 0 }],
        endpoints: ['c55b2c86-bd06-400e-bca7-8fb7de11e635', 'a'],
        cut: true,
        sourceVip: '10.244.178.2',
        dsr: true,
        others: {},
      },
      {
        kind: 'policy',
        id: 'F4F6A3DB-F234-49B2-960B-F0C45C25208B',
        // Any address of the node: that is a nodePort.
        vips: [],
        ports: [{ protocol: 6, external: 30080, internal: 80, distribution: 0, flags: 0 }],
        endpoints: ['b'],
        dsr: false,
        others: {},
      },
    ]);
    const said = diagnostics.filter(({ message }) => message.id.startsWith('formats.hns'));
    expect(said.map(({ message, span }) => [message.id, span?.line])).toEqual([
      ['formats.hns.hidden-vips', 10],
      ['formats.hns.hidden-endpoints', 11],
    ]);
  });

  it('reads JSON, keeps what it does not know, and tells a wrong port and address with their lines', () => {
    const { value, diagnostics } = read(HNS_POLICY_LIST, JSON_OF_V1);
    expect(value.map(({ id, vips, ports, endpoints }) => [id, vips, ports.length, endpoints])).toEqual([
      ['1D07', ['10.96.0.1'], 1, ['e1', 'e2']],
      ['2E18', [], 0, []],
    ]);
    expect(value[0]?.ports[0]?.others).toEqual({ Novel: 7 });
    const said = diagnostics.filter(({ message }) => message.id.startsWith('formats.hns'));
    expect(said.map(({ message, span, severity }) => [message.id, span?.line, severity])).toEqual([
      ['formats.hns.unknown-fields', 5, 'info'],
      ['formats.hns.bad-vip', 15, 'warning'],
      ['formats.hns.bad-port', 15, 'warning'],
    ]);
  });

  it('prints and reads the same, and is recognised', () => {
    for (const text of [POWERSHELL, JSON_OF_V1]) {
      expectRoundTrip(HNS_POLICY_LIST, text);
      expect(detectFormats(text)[0]?.id).toBe('hns-policy-list');
    }
  });

  it('leaves other lists of PowerShell alone', () => {
    expect(HNS_POLICY_LIST.parse('Name : x\nReferences : {a}\nState : 2\n').ok).toBe(false);
  });
});

const TABLE = `Networks:
Name             ID
nat              B5083512-BE1D-4326-B58F-56CA5154E8D5

LoadBalancers:
ID                                   | Virtual IPs      | Direct IP IDs
326f84d7-35ec-4355-a60a-e82e2b05ec24 |  10.96.0.1       | ba06178e-11e9-4ba3-931d-7c2989b51dd7
af826f8b-9f78-41ea-bc9e-6e433f8784df |                  | fc0bbb8f-52a6-486f-bff8-10ab92859006 07f382ab-8884-40ba-8adf-efe4c92e8608
`;

const BLOCKS = `Load Balancer    : 3599612c-54b4-4b9d-9258-4fc5e2100549
  Virtual IPs      : 172.30.0.1
  Direct IP IDs    : 78c19c4d-7edf-43bd-ab2a-5ccf97f214fe
`;

const DETAILED = `{"ID":"e1","IpConfigurations":[{"IpAddress":"10.244.1.5"}],"Flags":1}
{"ID":"0be07c06","HostComputeEndpoints":["e1","e2"],"SourceVIP":"10.10.253.194","PortMappings":[{"Protocol":6,"InternalPort":80,"ExternalPort":31416,"DistributionType":2,"Flags":18}],"SchemaVersion":{"Major":2,"Minor":0},"Flags":1}
{"ID":"1be07c06","HostComputeEndpoints":["e1"],"FrontendVIPs":["fd00::9"],"PortMappings":[{"Protocol":17,"InternalPort":53,"ExternalPort":53,"Flags":64}],"Flags":6}
`;

/** `Get-HnsEndpoint`, as PowerShell lists objects. */
const ENDPOINTS = `ActivityId                : 2B6C5B7A-0000-4000-8000-000000000001
AdditionalParams          :
DNSServerList             : 10.96.0.10
Health                    : @{LastErrorCode=0;
                            LastUpdateTime=132500000000000000}
ID                        : 0b9c3000-0000-4000-8000-000000000002
IPAddress                 : 10.244.1.5
IPv6Address               : fd00::5
MacAddress                : 0E-2A-0A-F4-01-05
Policies                  : {@{Type=OutBoundNAT}, @{DestinationPrefix=10.96.0.0/12; NeedEncap=True; Type=ROUTE}}
State                     : 3

ActivityId                : 2B6C5B7A-0000-4000-8000-000000000003
ID                        : 0b9c3000-0000-4000-8000-000000000004
IPAddress                 : 10.244.1.6
IsRemoteEndpoint          : True
`;

describe('Get-HnsEndpoint', () => {
  const ids = [
    ['0b9c3000-0000-4000-8000-000000000002', ['10.244.1.5', 'fd00::5']],
    ['0b9c3000-0000-4000-8000-000000000004', ['10.244.1.6']],
  ];

  it('is read as PowerShell lists it, line for line, and as ConvertTo-Json prints it', () => {
    const { value } = read(HNSDIAG_LIST, ENDPOINTS);
    expect(value.map((each) => (each.kind === 'endpoint' ? [each.id, each.addresses] : []))).toEqual(ids);
    expect(detectFormats(ENDPOINTS)[0]?.id).toBe('hnsdiag-list');
    const json = JSON.stringify([{ ActivityId: 'x', ID: 'e1', IPAddress: '10.244.1.5', MacAddress: '0E' }], null, 2);
    expect(bare(read(HNSDIAG_LIST, json).value)).toEqual([{ kind: 'endpoint', id: 'e1', addresses: ['10.244.1.5'] }]);
    expect(detectFormats(json)[0]?.id).toBe('hnsdiag-list');
  });

  it('is read as a table of PowerShell, in any order of its columns', () => {
    const table = `ID                                   Name     IPAddress   MacAddress
--                                   ----     ---------   ----------
0b9c3000-0000-4000-8000-000000000002 Ethernet 10.244.1.5  0E-2A-0A-F4-01-05
0b9c3000-0000-4000-8000-000000000004 cbr0_ep  10.244.1.6  0E-2A-0A-F4-01-06
`;
    const turned = `IPAddress  ID
---------  --
10.244.1.5 0b9c3000-0000-4000-8000-000000000002
10.244.1.6 0b9c3000-0000-4000-8000-000000000004
`;
    for (const text of [table, turned]) {
      const { value } = read(HNSDIAG_LIST, text);
      expect(value.map((each) => (each.kind === 'endpoint' ? [each.id, each.addresses[0]] : []))).toEqual(
        ids.map(([id, addresses]) => [id, addresses?.[0]]),
      );
      expect(detectFormats(text)[0]?.id).toBe('hnsdiag-list');
    }
    expect(HNSDIAG_LIST.parse('Name IPAddress\n---- ---------\nx 10.0.0.1\n').ok).toBe(false);
  });

  it('leaves other lists of PowerShell alone', () => {
    expect(HNSDIAG_LIST.parse('Name : x\nIPAddress : 10.0.0.1\nID : 4\n').ok).toBe(false);
  });
});

describe('one line of JSON', () => {
  it('is read however long it is', () => {
    const policy = (at: number) => ({
      ID: `p${at}`,
      Policies: [{ ExternalPort: 80, InternalPort: 8080, Protocol: 6, Type: 'ELB', VIPs: [`10.96.1.${at}`] }],
      References: ['/endpoints/e1'],
    });
    const text = JSON.stringify(Array.from({ length: 200 }, (_, at) => policy(at)));
    expect(text.length).toBeGreaterThan(8192);
    expect(read(HNS_POLICY_LIST, text).value).toHaveLength(200);
    const endpoint = { ID: 'e1', IpConfigurations: [{ IpAddress: '10.244.1.5' }], Filler: 'x'.repeat(9000) };
    expect(read(HNSDIAG_LIST, `${JSON.stringify(endpoint)}\n`).value).toHaveLength(1);
  });
});

describe('hnsdiag list loadbalancers', () => {
  it('reads the table, whose ports nobody tells, and the newer list', () => {
    const { value } = read(HNSDIAG_LIST, `${TABLE}${BLOCKS}`);
    expect(bare(value)).toEqual([
      {
        kind: 'policy',
        id: '326f84d7-35ec-4355-a60a-e82e2b05ec24',
        vips: ['10.96.0.1'],
        endpoints: ['ba06178e-11e9-4ba3-931d-7c2989b51dd7'],
        ports: [],
        others: {},
      },
      {
        kind: 'policy',
        id: 'af826f8b-9f78-41ea-bc9e-6e433f8784df',
        vips: [],
        endpoints: ['fc0bbb8f-52a6-486f-bff8-10ab92859006', '07f382ab-8884-40ba-8adf-efe4c92e8608'],
        ports: [],
        others: {},
      },
      {
        kind: 'policy',
        id: '3599612c-54b4-4b9d-9258-4fc5e2100549',
        vips: ['172.30.0.1'],
        endpoints: ['78c19c4d-7edf-43bd-ab2a-5ccf97f214fe'],
        ports: [],
        others: {},
      },
    ]);
  });

  it('reads a row without endpoints, whose last bar a page might have put there, as it prints it', () => {
    const id = '3599612c-54b4-4b9d-9258-4fc5e2100549';
    for (const row of [`${id} |  172.30.0.1     |`, `${id} |  172.30.0.1     | \n`, `${id} | 172.30.0.1`]) {
      const { value } = read(HNSDIAG_LIST, row);
      expect(bare(value)).toEqual([{ kind: 'policy', id, vips: ['172.30.0.1'], endpoints: [], ports: [], others: {} }]);
      expect(bare(read(HNSDIAG_LIST, HNSDIAG_LIST.print(value)).value)).toEqual(bare(value));
    }
  });

  it('reads objects of -d with flags, and says which bits nobody knows', () => {
    const { value, diagnostics } = read(HNSDIAG_LIST, DETAILED);
    expect(
      value.map((each) => (each.kind === 'policy' ? [each.dsr, each.flags, each.ports[0]?.flags] : each.addresses)),
    ).toEqual([['10.244.1.5'], [true, 1, 18], [false, 6, 64]]);
    expect(diagnostics.map(({ message, span }) => [message.id, message.values?.['flags'], span?.line])).toEqual([
      ['formats.hns.unknown-flags', 4, 3],
      ['formats.hns.unknown-flags', 64, 3],
    ]);
  });

  it('prints and reads the same, and is recognised', () => {
    for (const text of [TABLE, BLOCKS, DETAILED]) {
      expectRoundTrip(HNSDIAG_LIST, text);
      expect(detectFormats(text)[0]?.id).toBe('hnsdiag-list');
    }
  });
});

const VFP = `ITEM LIST
===========

  LAYER : LB_DSR
    Friendly name : LB_DSR
    Priority : 400

  GROUP : LB_DSR_IPv4_OUT
    Direction : OUT

  RULE : 0E2D
    Friendly name : LB_10.96.0.41_80
    Type : lbdsr
    Conditions:
      Destination IP : 10.96.0.41
`;

describe('vfpctrl', () => {
  it('keeps layers, groups and rules with every field as it was', () => {
    const { value } = read(VFPCTRL_LIST, VFP);
    expect(value.map(({ kind, name, fields }) => [kind, name, fields.length])).toEqual([
      ['layer', 'LB_DSR', 2],
      ['group', 'LB_DSR_IPv4_OUT', 1],
      ['rule', '0E2D', 4],
    ]);
    expect(value[2]?.fields.at(-1)).toEqual(['Destination IP', '10.96.0.41']);
    expectRoundTrip(VFPCTRL_LIST, VFP);
    expect(detectFormats(VFP)[0]?.id).toBe('vfpctrl-list');
  });

  it('has no field that begins as the time of a logger does', () => {
    const text = 'LAYER : LB_DSR\n    2022-03-24T15 : 16:48\n    link/ether 3a:26:c2\n';
    expectRoundTrip(VFPCTRL_LIST, text);
    expect(read(VFPCTRL_LIST, text).value).toMatchObject([{ name: 'LB_DSR', fields: [] }]);
  });
});

describe('Host Network Service in the log of kube-proxy', () => {
  const balancer =
    '{"ID":"d2f8a0c1-55aa-4d9b-8b5e-0d8f7e4b1111","HostComputeEndpoints":["e1"],"FrontendVIPs":["10.96.50.10"],"PortMappings":[{"Protocol":6,"InternalPort":8080,"ExternalPort":80}]}';
  const head = 'I0312 09:14:23.001244    4312 hns.go:190]';
  it.each([
    ['as it stands', `${head} HNS LB: ${balancer}`],
    ['in quotes', `${head} "Created" policy="${balancer.replaceAll('"', '\\"')}" n=1`],
  ])('is read %s, other lines of the log are left aside', (_, line) => {
    const text = `${head} "Syncing" n=1\n${line}\n${head} {"a":1}\n`;
    const { value } = read(HNSDIAG_LIST, text);
    expect(value).toMatchObject([{ kind: 'policy', vips: ['10.96.50.10'] }]);
    expect(detectFormats(text).map(({ id }) => id)).toContain('hnsdiag-list');
  });
});
