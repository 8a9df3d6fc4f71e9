/** Given names and family names of twelve nations of seafarers, as their people write them. */
const nations: readonly (readonly [string, string])[] = [
  [
    'Ravi Ananya Asha Vijay Meena Suresh S. K. Mohammed आशा Lakshmi Ganesh Ruby',
    "D'Souza D’Mello Nair Sharma Singh Pillai Rao Fernandes Das नायर Iyer Khan Bose",
  ],
  [
    'José Ma. Juan Peter-John Ángela Rizalino Nestor Jun Divina Ñoño Liezl Rey Cherry',
    'Dela·Cruz de·la·Cruz Peña Santos Macaraeg Añonuevo Reyes Bañez Ocampo Cruz Villaseñor Abad Quiñones',
  ],
  [
    'Đặng Thị Ngọc Văn Hữu Ánh Ế Phương Trần Ứng Quý Hoàng Lê',
    'Nguyễn Đỗ Phạm Võ Vũ Bùi Hồ Lý Đinh Ơn Trương Huỳnh Ưu',
  ],
  [
    'Øyvind Åse Øystein Bjørn Kåre Ægir Håkon Sigrid Lars Solveig Trygve Ola Pål',
    'Åsen Ødegård Ås Bø Nygård Sæther Hansen Østby Lunde Bråten Moe Vågen Aas',
  ],
  [
    'Łukasz Żaneta Paweł Świętosława Ćwik Grażyna Jan Zbigniew Ewa Michał Źdźisław Ola Marek',
    'Łoś Wałęsa Żuk Śliwa Nowak Kowalski Błaszczyk Źródło Zając Mróz Górski Kamiński Wójcik',
  ],
  [
    'İbrahim Işık Şule Çağrı Ömer Ümit Gül Emre Irmak Deniz Zeynep Yiğit Kaan',
    'Yılmaz Çelik Öztürk Şahin Ünal Koç Güneş Ağaoğlu Işık İnce Doğan Demir Kaya',
  ],
  [
    'Иван Ольга Юрий Ёлка Яна Ирина Андрій Євген Їжак Людмила Щукин Павло Ґалаґан',
    'Иванов Шевченко Йовенко Ёжиков Щербак Петренко Коваль Ґудзь Євтух Бондар Чайка Мельник Юхно',
  ],
  [
    'Γιώργος Ελένη Άννα Νίκος Ιωάννα Ώρα Σοφία Ήλιος Κώστας Μαρία Ρένα Ζωή Όλγα',
    'Παπαδόπουλος Ωνάσης Λιβανός Άγγελος Νιάρχος Έξαρχος Κανάκης Όθων Βασιλείου Ύψιλος Σάββας Δήμου Ίσος',
  ],
  ['王 伟 小明 秀英 丽 强 静 磊 芳 Wei Li Xiao·En Jun', '王 李 欧阳 张 刘 陈 Wang Zhang Ouyang Lü Nü 趙 호'],
  [
    'Jürgen Käthe Jörg Uwe Björn Åke Anna-Lena Günter Élodie Zoë Renée Heinz Ulf',
    'Müller Mueller Weiß Größe von·Ärmel Schröder Strauß Öhman Nilsson Ljungström Ähre Maß Zed',
  ],
  [
    'محمد علي أحمد Muhammad Abdul·Rahman Siti Budi Ayu Nur‘aini Sri I·Wayan Dewi Slamet',
    'الخطيب حسن Al-Hassan Suharto Ahmadi bin·Ali Widodo Sukarno Putri Hidayat Ta’amu Wijaya Nasution',
  ],
  [
    'Seán Siobhán Ngũgĩ Ọlá Adé Ɓala Ƙwame Ŋana Aoife Ciarán Zuri Chidi Ðorđe',
    "O'Neill O’Brien Ó·Súilleabháin Okonkwo Ọbásanjọ́ Ɗanladi Ɔwusu Mac·Giolla Njoroge Ʋodu Mensah Þór Šešelj",
  ],
];

const divided = (names: string) => names.split(' ').map((name) => name.replaceAll('·', ' '));

/** 2,028 names: 169 of each of twelve seafaring nations. */
export const namesOfNations: readonly { firstName: string; lastName: string }[] = nations.flatMap(([given, family]) =>
  divided(given).flatMap((firstName) => divided(family).map((lastName) => ({ firstName, lastName }))),
);
