-- Up to 0.2.0 the forms of the settings were filled in with details of the program, and saving one detail stored all of
-- them as the academy's own. They are nobody's: the academy is asked for its own. City, prefix and recognition may be true
-- of an academy, and stay.
update academy_settings set signatory_name = null, signatory_title = null
  where signatory_name = 'Capt. R. Menon' and signatory_title = 'Principal';
update academy_settings set
  name = nullif(name, 'Fairlead Maritime Academy'),
  email = nullif(email, 'office@fairlead.example'),
  phone = nullif(phone, '+91 22 5550 0142'),
  facebook = nullif(facebook, 'https://www.facebook.com/'),
  instagram = nullif(instagram, 'https://www.instagram.com/'),
  linkedin = nullif(linkedin, 'https://www.linkedin.com/');
