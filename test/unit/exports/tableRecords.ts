const START = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;
const CITIES = ['台北', '高雄', 'Lyon', ''];
const TAGS = ['VIP', 'newsletter', '門市會員', 'first, "order"', '=1+1'];

/** Returns records as the service sends them, in JSON. Each call returns the same records. */
export function tableRecords(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      id: `U${index}`,
      name:
        index % 7 === 0 ? '' : index % 3 === 0 ? `王小明 ${index % 50}` : `Customer ${index % 90}`,
      platform: index % 4 === 0 ? 'FB' : 'LINE',
      pageId: index % 4 === 0 ? '104857600123456' : '@shop',
      status: 1 + (index % 5),
      created: START + index * HOUR,
      lastActive: START + index * HOUR + (index % 60) * HOUR,
      pic: index % 5 === 0 ? null : `https://pictures.example/${index}.jpg`,
      tags: TAGS.slice(0, index % 6).map((name, tagIndex) => ({
        id: `tag-${tagIndex}`,
        name,
        timestamp: START + tagIndex + index,
        count: 1 + (index % 3),
      })),
      params: index % 3 === 0 ? [] : [{ name: 'city', value: CITIES[index % 4], timestamp: START }],
      ...(index % 2 === 0 ? { email: `user${index}@mail.example`, phone: null } : {}),
      ...(index % 10 === 0 ? { locale: 'zh_TW', note: { deep: [index] } } : {}),
    }),
  );
}

/** Records that no service should send, but that any could send. */
export const ODD_RECORDS: readonly string[] = [
  ...['null', '42', '"=text"', '["name",1]', 'true', '{}', '{"tags":[],"params":[]}'],
  '{"id":1,"name":"a","status":1.5,"created":"yesterday","lastActive":1.7e+12,"x":1.0}',
  '{"status":3000000000,"tags":[{"id":"t","name":"n","timestamp":5,"count":"many"}],"params":{}}',
  '{"tags":"VIP","params":null,"created":-5,"lastActive":8.64e15,"status":-2147483647}',
  '{"created":8640000000000001,"lastActive":1e400,"status":2147483648,"pic":{"url":[]}}',
  '{"tags":[null],"params":[{"name":"n"},1]}',
  '{"tags":[{},{"id":null,"more":{"a":[1]}}],"params":[{"value":"v","toString":1}]}',
  '{"tags":[{"id":"t","name":"n","timestamp":1.5,"count":2147483648}]}',
  '{"n\\u0061me":"\\u674e\\/\\n\\"\\ud83d\\ude00","id":"\\u0000\\t","constructor":1,"toString":"x"}',
  '{ "id" : "spaced" ,\t"tags" : [ { "id" : "t" , "name" : "a\\u002cb" } , { } ] , "z" : [ 1 , 2 ] }',
  '{"name":"","email":"","phone":"","extId":"","gender":null,"birthday":"1990-05-17"}',
  '{"id":"𠮷野家","name":"\\ud842\\udfb7","other":"a field of this name"}',
  '{"tags":[{"id":"1","id":"2","name":"twice","timestamp":1,"timestamp":2,"count":3}]}',
  '{"tags":[{"id":"1","id":null,"name":"twice","name":null}],"params":[{"value":null,"value":"v"}]}',
  ...['{"created":9007199254740993}', '{"status":99999999999999999999}', '{"status":2147483647}'],
];
